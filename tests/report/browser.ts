import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';
import { missing } from '../helpers/missing.ts';
import { temporaryFolder } from '../helpers/workdir.ts';

/** The browser of this machine; `CHROME_PATH` names one elsewhere. */
export const BROWSER = [
  process.env['CHROME_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((file) => existsSync(file));
if (BROWSER === undefined) missing('chromium (CHROME_PATH names one)');

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

/** A page of a real browser, driven by its debugging protocol. */
export class BrowserPage {
  readonly #browser: ChildProcess;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  /** What the console said that is no mere information. */
  readonly complaints: string[] = [];
  #sent = 0;

  private constructor(browser: ChildProcess, socket: WebSocket) {
    this.#browser = browser;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(String(data))));
  }

  static async open(address: string, { width = 1400, height = 900 } = {}): Promise<BrowserPage> {
    const browser = spawn(
      BROWSER ?? '',
      [
        '--headless=new',
        '--no-sandbox',
        '--no-zygote',
        '--disable-gpu',
        '--disable-background-networking',
        `--user-data-dir=${path.join(temporaryFolder(), 'profile')}`,
        '--remote-debugging-port=0',
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    const { host } = new URL(await debuggingAddress(browser));
    const target = await fetch(`http://${host}/json/new?about:blank`, { method: 'PUT' });
    const { webSocketDebuggerUrl } = (await target.json()) as { webSocketDebuggerUrl: string };
    const socket = new WebSocket(webSocketDebuggerUrl);
    await once(socket as unknown as EventTarget, 'open');
    const page = new BrowserPage(browser, socket);
    await page.#send('Runtime.enable');
    await page.#send('Log.enable');
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await page.#send('Emulation.setDeviceMetricsOverride', metrics);
    await page.#send('Page.navigate', { url: address });
    return page;
  }

  /** What an expression comes to in the page. */
  async ask(expression: string): Promise<unknown> {
    const { result } = await this.#send('Runtime.evaluate', { expression, returnByValue: true });
    return result?.result?.value;
  }

  /** Waits until an expression is true in the page, as long as the test may last. */
  async until(expression: string): Promise<void> {
    while ((await this.ask(expression)) !== true) await new Promise((tick) => setTimeout(tick, 50));
  }

  async press(key: string): Promise<void> {
    await this.#send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await this.#send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }

  async document(): Promise<string> {
    return String(await this.ask('document.documentElement.outerHTML'));
  }

  async close(): Promise<void> {
    const ended = once(this.#browser, 'exit');
    this.#socket.close();
    this.#browser.kill('SIGKILL');
    await ended;
  }

  #send(method: string, params = {}): Promise<Answer> {
    this.#sent += 1;
    const id = this.#sent;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer;
  }

  #hear(answer: Answer): void {
    const { id, method, params } = answer;
    if (id !== undefined) this.#waiting.get(id)?.(answer);
    const isComplaint =
      method === 'Runtime.exceptionThrown' ||
      method === 'Runtime.consoleAPICalled' ||
      method === 'Log.entryAdded';
    if (isComplaint) this.complaints.push(JSON.stringify(params));
  }
}

/** What the browser says when it can be driven: `DevTools listening on ws://127.0.0.1:41234/…`. */
async function debuggingAddress({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('The browser says nothing.');
  const said: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`The browser ended: ${said.join('\n')}`);
}
