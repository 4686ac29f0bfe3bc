const margin = 4

/** The rows of a QR code as a picture, dark on light whatever the page looks like: cameras want it so. */
export function qrPicture(rows: readonly string[], label: string): string {
  const side = rows.length + 2 * margin
  const squares = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index + margin} ${y + margin}h${run.length}v1h-${run.length}z`,
    ),
  )
  return `<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label="${label}" shape-rendering="crispEdges">
<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${squares.join('')}"/></svg>`
}
