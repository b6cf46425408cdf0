import { encode } from 'uqr';

/** White modules around the code, which readers need. */
const BORDER = 4;

/** Returns a QR code as SVG: dark on white in every theme, one path of horizontal runs. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER });
  const runs = data.flatMap((row, y) => {
    const line = row.map((dark) => (dark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`
  );
}
