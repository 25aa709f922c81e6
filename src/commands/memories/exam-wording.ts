import type { ExamResult, Marks } from '../../exam/exam.ts';
import { markup, type Child } from '../../report/markup.ts';
import { pageOf, readPageAssets } from '../../report/page.ts';
import { renderRows, type Columns } from '../render-table.ts';
import { fitText } from '../wrap-text.ts';

const LABELS: Columns<readonly [string, Marks]> = {
  questions: ([name]) => name,
  asked: ([, { questions }]) => questions,
  stored: ([, { stored, questions }]) => share(stored, questions),
  misled: ([, { misled }]) => misled,
  used: ([, { respected, applied }]) => share(respected, applied),
};

const READ: Columns<readonly [string, Marks]> = {
  'read with': ([, { read, questions }]) => (read ? share(read.with, questions) : ''),
  without: ([, { read, questions }]) => (read ? share(read.without, questions) : ''),
};

/** An exam as a table and two lists. */
export function examWords(result: ExamResult, width: number): string {
  const isRead = rowsOf(result.kinds).some(([, { read }]) => read !== undefined);
  const columns = isRead ? { ...LABELS, ...READ } : LABELS;
  const ages = rowsOf(result.ages).map(([age, marks]) => [`learnt: ${age}`, marks] as const);
  return [
    `Paper ${result.seed} of ${result.papers}.`,
    renderRows(columns, [...rowsOf(result.kinds), ...ages], width),
    ...listed('Misled:', result.wrong.map(wrongLine), width),
    ...listed('Stored nowhere:', result.missing.map(missingLine), width),
  ].join('\n');
}

/** The same as a page. Throws StorageError where the installation lacks the style sheet. */
export function examPage(result: ExamResult, story: { readonly ifid: string }): string {
  const title = `Exam of ${story.ifid}, paper ${result.seed}`;
  const rows = [...rowsOf(result.kinds), ...rowsOf(result.ages)].map(([name, marks]) => {
    const { questions, stored, misled, respected, applied, read } = marks;
    const cells = [name, questions, share(stored, questions), misled, share(respected, applied)];
    const asked = read ? [share(read.with, questions), share(read.without, questions)] : [];
    return markup`<tr>${[...cells, ...asked].map((cell) => markup`<td>${cell}</td>`)}</tr>`;
  });
  const heads = ['questions', 'asked', 'stored', 'misled', 'used', 'read with', 'without'];
  const list = (name: string, lines: readonly string[]): Child =>
    lines.length === 0
      ? null
      : markup`<section><h2>${name}</h2><ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul></section>`;
  return pageOf(
    { title, assets: readPageAssets([]) },
    markup`<h1>${title}</h1>
      <table><thead><tr>${heads.map((head) => markup`<th>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table>
      ${list('Misled', result.wrong.map(wrongLine))}
      ${list('Stored nowhere', result.missing.map(missingLine))}`,
  );
}

function rowsOf(marks: Readonly<Record<string, Marks>>): readonly (readonly [string, Marks])[] {
  return Object.entries(marks);
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
}

function listed(head: string, lines: readonly string[], width: number): readonly string[] {
  return lines.length === 0 ? [] : ['', head, ...lines.map((line) => fitText(`- ${line}`, width))];
}

function wrongLine({ question, answer, misled }: ExamResult['wrong'][number]): string {
  return `${question} ${answer}; "${misled?.says}" says ${misled?.by}`;
}

function missingLine({ question, answer, played }: ExamResult['missing'][number]): string {
  return `${question} ${answer} (episode ${played.episode}, turn ${played.turn})`;
}
