/** What a stream of events has sent so far: it does not end, but says when it has caught up. */
export const textUntilReady = (answer: Response): Promise<string> =>
  textUntil(answer, (text) => text.includes('event:READY'))

/** The first of another stream that does not end: a heartbeat, and what follows. */
export const firstMessages = (answer: Response): Promise<string> =>
  textUntil(answer, (text) => text.split('\n\n').length > 2)

async function textUntil({ body }: Response, isEnough: (text: string) => boolean): Promise<string> {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString('latin1')
    if (isEnough(text)) break
  }
  return text
}
