import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server of a test's own, that may misbehave. */
export interface TestSmtp {
  readonly url: string;
  readonly port: number;
  /** How many texts it got, whatever it answered. */
  readonly texts: () => number;
  stop(): Promise<void>;
}

/** Starts a mail server with this behaviour; port 0 takes a free one. `hangUp`: whether it cuts the line after a text, without a word. */
export async function startSmtp(behaviour: SMTPServerOptions = {}, port = 0, hangUp = () => false): Promise<TestSmtp> {
  let texts = 0;
  const { onData } = behaviour;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 10,
    ...behaviour,
    onData: (stream, session, done) => {
      stream.once('end', () => {
        texts += 1;
        if (hangUp()) for (const connection of server.connections) connection._socket.destroy();
        else if (onData === undefined) done();
      });
      if (onData === undefined) stream.resume();
      else onData.call(server, stream, session, done);
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    texts: () => texts,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
