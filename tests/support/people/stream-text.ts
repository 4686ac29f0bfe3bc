/** What a stream of events has sent so far: it does not end, but says when it has caught up. */
export async function textUntilReady({ body }: Response): Promise<string> {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString('latin1')
    if (text.includes('event:READY')) break
  }
  return text
}
