/** @module-tag slow */
import { describe, expect, it } from 'vitest';
import { renderDot, renderGraphSvg } from '../../../src/managers/map/render-graph.ts';
import { graphOf } from './scene.ts';

describe('renderSvg', () => {
  it('draws the map with names that hold every special character', async () => {
    const graph = graphOf([
      { kind: 'visit', at: 1, name: 'Hall "<b>&\\N\\' },
      { kind: 'turn', from: 1, action: 'enter "window"', to: 2, ended: null },
    ]);
    const rendered = await renderGraphSvg(renderDot(graph), 60_000);
    expect(rendered).toMatchObject({ kind: 'svg' });
    const svg = rendered.kind === 'svg' ? rendered.svg : '';
    expect(svg).toContain('</svg>');
    expect(svg).toContain('Hall &quot;&lt;b&gt;&amp;\\N\\<');
    expect(svg).toContain('enter &quot;window&quot;');
  });

  it('gives a reason when the text is no graph', async () => {
    const rendered = await renderGraphSvg('digraph {', 60_000);
    expect(rendered.kind === 'failed' && rendered.reason).toContain('syntax error');
  });

  it('stops a layout that takes too long', async () => {
    const edges = Array.from(
      { length: 4000 },
      (_, i) => `${(i * 7919) % 1200} -> ${(i * 104729) % 1201};`,
    );
    const rendered = await renderGraphSvg(`digraph { ${edges.join(' ')} }`, 300);
    expect(rendered).toEqual({ kind: 'failed', reason: 'The layout took longer than 300 ms.' });
  });
});
