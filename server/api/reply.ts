import type { ServerResponse } from 'node:http'

/** An answer that is more than JSON with status 200. */
export class Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Writes the body itself, after the head was sent; ends when it returns or the signal says the reader is gone. */
  readonly stream: ((response: ServerResponse, gone: AbortSignal) => Promise<void>) | undefined

  constructor(options: {
    status?: number
    headers?: Record<string, string>
    body?: string
    stream?: Reply['stream']
  }) {
    this.status = options.status ?? 200
    this.headers = options.headers ?? {}
    this.body = options.body ?? ''
    this.stream = options.stream
  }
}

export function json(value: unknown, status = 200): Reply {
  return new Reply({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(value),
  })
}

export function html(page: string, status = 200): Reply {
  return new Reply({
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
    body: page,
  })
}

/** Success always carries a JSON body: clients of two families cannot read an empty one. */
export function done(message: string, more: Record<string, unknown> = {}) {
  return { id: 0, message, type: 'success', ...more }
}
