import { useState } from 'react';
export default function Home() {
  const [n, setN] = useState(0);
  return <main><h1>Home</h1><button type="button" onClick={() => setN(n + 1)}>{n}</button></main>;
}
