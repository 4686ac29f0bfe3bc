import { unreachable } from '#client/http/unreachable.ts'

/** Chunks of a response's body as they arrive, by its reader, because not every browser iterates over streams. */
export async function* bytesOf(
  { body }: Response,
  origin: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (error) {
    throw unreachable(origin, error)
  } finally {
    await reader.cancel().catch(() => {})
  }
}
