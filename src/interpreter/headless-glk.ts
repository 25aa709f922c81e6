/** The size of the screen for stories, in characters. */
export const SCREEN = { width: 80, height: 24 } as const;

/** The most rows of a status line. */
const MOST_STATUS = 3;

/** Rocks by which ifvms names the windows that it opens. */
const ROCK = { main: 201, status: 202, upper: 203 } as const;

/** A window of fixed-width cells, for what a story draws above its text. */
class GridWindow {
  height = 0;
  cells = new Uint16Array();
  row = 0;
  col = 0;

  constructor(height: number) {
    this.resize(height);
  }

  copy(): GridWindow {
    const { height, cells, row, col } = this;
    return Object.assign(new GridWindow(height), { cells: cells.slice(), row, col });
  }

  put(text: string): void {
    for (let i = 0; i < text.length && this.row < this.height; i++) {
      const isBreak = text[i] === '\n';
      if (!isBreak) this.cells[this.row * SCREEN.width + this.col] = text.charCodeAt(i);
      this.col += 1;
      if (isBreak || this.col === SCREEN.width) {
        this.col = 0;
        this.row += 1;
      }
    }
  }

  resize(height: number): void {
    const cells = new Uint16Array(height * SCREEN.width).fill(32);
    cells.set(this.cells.subarray(0, cells.length));
    this.cells = cells;
    this.height = height;
  }

  text(): string {
    const rows: string[] = [];
    for (let start = 0; start < this.cells.length; start += SCREEN.width) {
      rows.push(String.fromCharCode(...this.cells.subarray(start, start + SCREEN.width)).trimEnd());
    }
    return rows.join('\n').trim();
  }
}

type PendingInput = 'line' | 'key' | null;

/** Exported because the packed types name it. */
export interface GlkState {
  readonly pending: PendingInput;
  readonly upper: Readonly<GridWindow> | null;
  readonly writesUpper: boolean;
}

/** The Glk calls that ifvms makes: main text is collected, the upper window is a grid, there are no files and styles. */
export class HeadlessGlk {
  readonly main = { rock: ROCK.main };
  readonly status = { rock: ROCK.status };
  pending: PendingInput = null;
  upper: GridWindow | null = null;
  #current: object = this.main;
  #text = '';

  takeText(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }

  upperText(): string {
    return this.upper?.text() ?? '';
  }

  /** The drawing above the text if it is more than a status line: a menu, a quotation. Else null. */
  pageAbove(): string | null {
    const page = this.upperText();
    return page.split('\n').filter((row) => row.trim() !== '').length > MOST_STATUS ? page : null;
  }

  state(): GlkState {
    const { pending, upper } = this;
    return { pending, upper: upper?.copy() ?? null, writesUpper: this.#current === upper };
  }

  restore(state: GlkState): void {
    this.pending = state.pending;
    this.upper = state.upper?.copy() ?? null;
    this.#current = state.writesUpper && this.upper !== null ? this.upper : this.main;
    this.#text = '';
  }

  glk_window_open(
    _split: object | 0,
    _method: number,
    size: number,
    ...[, rock]: [kind: number, rock: number]
  ): object | null {
    if (rock === ROCK.main) return this.main;
    if (rock === ROCK.status) return this.status;
    if (rock !== ROCK.upper) return null;
    this.upper = new GridWindow(size);
    return this.upper;
  }

  glk_window_close(window: object): void {
    if (window === this.#current) this.#current = this.main;
    if (window === this.upper) this.upper = null;
  }

  glk_window_get_parent(window: object): object {
    return window;
  }

  glk_window_get_stream(window: object): object {
    return window;
  }

  glk_window_set_arrangement(window: object, _method: number, size: number): void {
    if (window instanceof GridWindow) window.resize(size);
  }

  glk_window_clear(window: object): void {
    if (!(window instanceof GridWindow)) return;
    window.cells.fill(32);
    window.row = window.col = 0;
  }

  glk_window_move_cursor(window: object, col: number, row: number): void {
    if (!(window instanceof GridWindow)) return;
    window.col = Math.min(col, SCREEN.width - 1);
    window.row = row;
  }

  glk_set_window(window: object): void {
    this.#current = window;
  }

  glk_put_jstring(text: string): void {
    this.glk_put_jstring_stream(this.#current, text);
  }

  glk_put_jstring_stream(stream: object, text: string): void {
    if (stream === this.main) this.#text += text;
    else if (stream instanceof GridWindow) stream.put(text);
  }

  glk_request_line_event_uni(): void {
    this.pending = 'line';
  }

  glk_request_char_event_uni(): void {
    this.pending = 'key';
  }

  glk_gestalt(): number {
    return 0;
  }

  // One style is enough without a screen.
  glk_set_style(): void {}
  glk_stylehint_set(): void {}
  glk_stylehint_clear(): void {}
}
