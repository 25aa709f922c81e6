import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ConfigError } from '../../src/domain/errors.ts';
import { answerBeginning, openConnections } from '../../src/model/outgoing.ts';
import { settingsFor } from '../helpers/offline-server.ts';
import { runCli } from '../helpers/run-cli.ts';
import { makePlace } from '../helpers/workdir.ts';

/** Starts a server on loopback; returns its port. */
async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A proxy that leads every host to this machine, and what it was asked for; or one that never answers. */
async function proxy(answers = true) {
  const asked: string[] = [];
  const server = createServer();
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    if (!answers) return;
    const onward = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
  });
  return { asked, address: `127.0.0.1:${await listen(server)}` };
}

const text = async (response: Promise<Response>) => (await response).text();

describe('what leaves the program', () => {
  it('goes through the proxy of the environment, but not where it is to be left out, nor to this machine', async () => {
    const { asked, address } = await proxy();
    const port = await listen(createServer((_, response) => response.end('answer')));
    const send = await openConnections({ http_proxy: `http://${address}` });
    expect(await text(send(`http://models.test:${port}/`))).toBe('answer');
    expect(asked).toEqual([`models.test:${port}`]);
    for (const host of ['127.0.0.1', 'localhost']) {
      expect(await text(send(`http://${host}:${port}/`))).toBe('answer');
    }
    const left = await openConnections({ HTTP_PROXY: address, NO_PROXY: 'models.test' });
    await expect(left(`http://models.test:${port}/`)).rejects.toThrow();
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['http://user:pass word', 'HTTPS_PROXY'],
    ['socks5://127.0.0.1:1080', 'https_proxy'],
    ['htp:/canary', 'https_proxy'],
    ['http://canary.example:8080/?a', 'https_proxy'],
    ['http://canary.example:8080/#a', 'https_proxy'],
  ])('a proxy %j is refused in a sentence that does not repeat it', async (value, name) => {
    const opening = openConnections({ [name]: value });
    await expect(opening).rejects.toThrow(ConfigError);
    await expect(opening).rejects.toThrow(/^HTTPS_PROXY is no http or https address of a proxy;/);
    await expect(opening).rejects.not.toThrow(value);
  });

  it('and the answer to it is read up to a limit', async () => {
    let sent = 0;
    const port = await listen(
      createServer((_, response) => {
        const more = (): void => {
          sent += 65_536;
          if (sent < 100_000_000) response.write(Buffer.alloc(65_536, 'a'), more);
        };
        more();
      }),
    );
    const send = await openConnections({});
    expect(await answerBeginning(await send(`http://127.0.0.1:${port}/`))).toHaveLength(64 * 1024);
    expect(sent).toBeLessThan(50_000_000);
  });
});

it(
  'a run asks its model through the proxy, and notify ends though that never answers',
  { tags: ['slow'] },
  async () => {
    const through = await proxy();
    const silent = await proxy(false);
    const port = await listen(
      createServer((_, response) => {
        const message = { role: 'assistant', content: '{"thinking":"so","action":"look"}' };
        const choices = [{ index: 0, finish_reason: 'stop', message }];
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: '1', object: 'chat.completion', model: 'm', choices }));
      }),
    );
    const models = { ...settingsFor(`http://models.local:${port}/v1`) };
    const { cwd } = makePlace({
      player: 'openai',
      models,
      notify: 'https://hooks.test/secret',
      memory: { enabled: false },
      knowledge: { enabled: false },
      objectives: { enabled: false },
      critic: { mode: 'never' },
    });
    const environment = {
      ZORKGPT_API_KEY: '',
      HTTP_PROXY: through.address,
      HTTPS_PROXY: silent.address,
    };
    const start = performance.now();
    const run = ['run', '--turns', '1', '--display', 'none'];
    const { code, err } = await runCli(run, { cwd, environment });
    expect(code, err).toBe(0);
    expect(new Set(through.asked)).toEqual(new Set([`models.local:${port}`]));
    expect(silent.asked).toEqual(['hooks.test:443']);
    expect(err).toContain('hooks.test was not told how the run ended');
    expect(performance.now() - start).toBeLessThan(60_000);
  },
);
