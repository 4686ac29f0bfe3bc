interface QrCodeProps {
  label: string
  /** Rows of 0 for light and 1 for dark. */
  rows: readonly string[]
}

/** Readers want four light modules around it. */
const margin = 4

/** Always dark on light, because readers want that. */
export function QrCode({ label, rows }: QrCodeProps) {
  const size = rows.length + 2 * margin
  const path = rows
    .flatMap((row, y) =>
      [...row].map((module, x) => (module === '1' ? `M${x + margin} ${y + margin}h1v1h-1z` : '')),
    )
    .join('')
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
