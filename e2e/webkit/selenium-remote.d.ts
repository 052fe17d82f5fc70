// Its types know this module by the name of its folder, by which Node imports nothing.
declare module 'selenium-webdriver/remote/index.js' {
  export * from 'selenium-webdriver/remote';
}
