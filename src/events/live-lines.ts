import ora from 'ora';

export type Terminal = NodeJS.WritableStream & { readonly columns?: number };

const TICK_MS = 1_000;

/** Lines that are updated in place on a terminal, also by the clock alone, until they are stopped. Nothing elsewhere. */
export function liveProgressLines(stream: Terminal, says: () => string, isPainted: boolean) {
  const spinner = ora({ stream, discardStdin: false, color: isPainted ? 'cyan' : false });
  let ticking: NodeJS.Timeout | undefined;
  const show = () => {
    spinner.text = says();
  };
  return {
    show() {
      show();
      // The engine may be busy for long afterwards, when no clock can draw it.
      if (spinner.isSpinning) {
        spinner.render();
        return;
      }
      ticking = setInterval(show, TICK_MS).unref();
      spinner.start();
    },
    stop() {
      clearInterval(ticking);
      spinner.stop();
    },
  };
}
