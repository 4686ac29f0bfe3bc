import { beginActualText, endActualText } from './operators.ts'

interface DigitText {
  size: number
  colour: string
  isTabular: boolean
}

/** What boxes are drawn on. */
interface BoxCanvas {
  draw(operators: string): void
  rect(x: number, y: number, width: number, height: number, colour: string): void
  text(text: string, x: number, baseline: number, style: DigitText): number
  widthOf(text: string, style: DigitText): number
}

interface BoxPlace {
  x: number
  baseline: number
  size: number
  colour: string
}

/** In a size of 1. */
const gap = 0.12
const digitSize = 0.46
const digitWidth = 0.31
const padding = 0.09
const height = 1.02
const border = 0.05

/** Digits of a code point in two rows: `4E` over `2D`. */
function rowsOf(codePoint: number): [string, string] {
  const digits = codePoint.toString(16).toUpperCase().padStart(4, '0')
  const first = Math.ceil(digits.length / 2)
  return [digits.slice(0, first), digits.slice(first)]
}

const widthOfBox = (codePoint: number) => rowsOf(codePoint)[0].length * digitWidth + 2 * padding
const codePointsOf = (text: string) =>
  Array.from(text, (character) => character.codePointAt(0) ?? 0)

/** Width of a text's boxes in a size of 1. */
export const boxWidth = (text: string): number =>
  codePointsOf(text).reduce((width, codePoint) => width + widthOfBox(codePoint) + gap, 0)

/**
 * Draws characters that no font has as boxes with their numbers in Unicode, so that a reader sees that something is there and what.
 * Whoever copies or extracts the text gets the characters themselves.
 */
export function drawNumberBoxes(paper: BoxCanvas, text: string, place: BoxPlace): void {
  const { baseline, size, colour } = place
  const line = border * size
  paper.draw(beginActualText(text))
  let x = place.x
  for (const codePoint of codePointsOf(text)) {
    const [width, tall] = [widthOfBox(codePoint) * size, height * size]
    const top = baseline - 0.8 * size
    paper.rect(x, top, width, line, colour)
    paper.rect(x, top + tall - line, width, line, colour)
    paper.rect(x, top, line, tall, colour)
    paper.rect(x + width - line, top, line, tall, colour)
    const style: DigitText = { size: digitSize * size, colour, isTabular: true }
    for (const [row, digits] of rowsOf(codePoint).entries()) {
      const at = top + (0.43 + row * 0.45) * size
      paper.text(digits, x + (width - paper.widthOf(digits, style)) / 2, at, style)
    }
    x += width + gap * size
  }
  paper.draw(endActualText)
}
