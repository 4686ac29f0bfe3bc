/** Points of an A4 page. */
export const page = { width: 595.28, height: 841.89, margin: 48 }

export const left = page.margin
export const right = page.width - page.margin
export const contentWidth = right - left
/** Lowest line of the content; below it is the foot of the page. */
export const bottom = page.height - 78

/** The colours of Berth's pages. */
export const colours = {
  ink: '#13213c',
  muted: '#5a6780',
  accent: '#0a5aa8',
  line: '#d7dfea',
  panel: '#f3f6fa',
  white: '#ffffff',
}
