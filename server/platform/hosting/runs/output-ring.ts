/** Keeps the end of an output, up to a number of characters, and counts all of it. */
export interface OutputRing {
  push(text: string): void
  readonly output: string
  /** Characters that were pushed altogether. */
  readonly outputEnd: number
}

export function createOutputRing(maxLength: number): OutputRing {
  let text = ''
  let outputEnd = 0
  return {
    push(more) {
      outputEnd += more.length
      text += more
      // Cutting at each push would copy all that is kept for each few bytes.
      if (text.length > 2 * maxLength) text = text.slice(-maxLength)
    },
    get output() {
      return text.slice(-maxLength)
    },
    get outputEnd() {
      return outputEnd
    },
  }
}

/** A part of an output, from a number of characters on. */
export interface OutputPart {
  output: string
  outputEnd: number
  /** What was between the two is not kept. */
  isCut: boolean
}

export function outputSince(
  { output, outputEnd }: Pick<OutputRing, 'output' | 'outputEnd'>,
  from: number,
): OutputPart {
  const first = outputEnd - output.length
  return { output: output.slice(Math.max(0, from - first)), outputEnd, isCut: from < first }
}
