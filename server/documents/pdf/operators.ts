const fillOperators = new Map<string, string>()

/** `0.0745 0.1294 0.2353 rg` for a colour `#rrggbb`. */
export function fillOperator(colour: string): string {
  let operator = fillOperators.get(colour)
  if (operator === undefined) {
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    operator = `${parts.map((part) => part.toFixed(4)).join(' ')} rg`
    fillOperators.set(colour, operator)
  }
  return operator
}

/** Distance of a Bézier curve's control points from the corner of a quarter of a circle, as a part of the radius. */
const corner = 1 - 0.5523

/** The outline of a rectangle with round corners, from its upper left one. */
export function roundedPath(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): string {
  const [right, bottom] = [x + width, y + height]
  const c = radius * corner
  const path: (number | string)[] = [
    ...[x + radius, y, 'm', right - radius, y, 'l'],
    ...[right - c, y, right, y + c, right, y + radius, 'c', right, bottom - radius, 'l'],
    ...[right, bottom - c, right - c, bottom, right - radius, bottom, 'c', x + radius, bottom, 'l'],
    ...[x + c, bottom, x, bottom - c, x, bottom - radius, 'c', x, y + radius, 'l'],
    ...[x, y + c, x + c, y, x + radius, y, 'c', 'h'],
  ]
  return path.map((part) => (typeof part === 'number' ? part.toFixed(2) : part)).join(' ')
}

/** What follows is drawn for a text; readers that copy or extract it get the text, in UTF-16 with its mark. */
export const beginActualText = (text: string): string =>
  `/Span << /ActualText <${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}> >> BDC`

export const endActualText = 'EMC'
