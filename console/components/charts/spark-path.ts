/** Points of a small line in a box, as the data of an SVG path; gaps where nothing is known. */
export function sparkPath(
  values: readonly (number | null)[],
  { width, height, max }: { width: number; height: number; max: number },
): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0
  let isDrawing = false
  return values
    .map((value, at) => {
      if (value === null) {
        isDrawing = false
        return ''
      }
      const y = height - (max > 0 ? (value / max) * height : 0)
      const command = isDrawing ? 'L' : 'M'
      isDrawing = true
      return `${command}${round(at * step)} ${round(y)}`
    })
    .join('')
}

const round = (value: number) => Math.round(value * 10) / 10
