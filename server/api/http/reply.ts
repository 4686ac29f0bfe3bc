import type { ServerResponse } from 'node:http'

/** A body that is written over time. It cannot be made without what it holds of the stream limits: whatever lasts is counted. */
export interface ReplyStream {
  /** Disposed of when the stream has ended or could not begin. */
  slots: Disposable
  /** Writes the body, after the head was sent; ends when it returns or the signal says the reader is gone. */
  send(response: ServerResponse, gone: AbortSignal): Promise<void>
}

/** An answer that is more than JSON with status 200. */
export class Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: string | Buffer
  /** In place of the body. */
  readonly stream: ReplyStream | undefined

  constructor(options: {
    status?: number
    headers?: Record<string, string | string[]>
    body?: string | Buffer
    stream?: ReplyStream | undefined
  }) {
    this.status = options.status ?? 200
    this.headers = options.headers ?? {}
    this.body = options.body ?? ''
    this.stream = options.stream
  }
}

export function json(value: unknown, status = 200): Reply {
  return jsonText(JSON.stringify(value), status)
}

/** JSON that is made already. */
export function jsonText(body: string | Buffer, status = 200): Reply {
  return new Reply({ status, headers: { 'content-type': 'application/json' }, body })
}

/** A page. Browsers hold a form to where its answer redirects as well, so other origins it leads to are named. */
export function html(page: string, status = 200, leadsTo: readonly string[] = []): Reply {
  const formAction = ["'self'", ...leadsTo].join(' ')
  return new Reply({
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${formAction}; frame-ancestors 'none'; base-uri 'none'`,
      // Not `no-referrer`: with it browsers send `Origin: null` with our own forms.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
    body: page,
  })
}

/** Sends the browser on, with a GET. */
export function redirect(location: string, headers: Record<string, string | string[]> = {}): Reply {
  return new Reply({
    status: 303,
    headers: {
      location,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      ...headers,
    },
  })
}

/** Success always carries a JSON body: clients of two families cannot read an empty one. */
export function done(message: string, more: Record<string, unknown> = {}) {
  return { id: 0, message, type: 'success', ...more }
}
