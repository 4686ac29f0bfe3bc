/** Text of a customer inside a sentence of ours: on one line, cut when long, with its ends visible. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    '\ufffd',
  )
