import { element } from './element.ts'
import { type CallableOperation, pathOf } from './shared.ts'

/** Who is logged in to the platform with this browser. */
export interface Visitor {
  userId: string
  csrfToken: string
}

const timeout = 60_000
const maxShown = 200_000

/** The session of the browser: an answer of 401 says that nobody is logged in. */
export async function readVisitor(): Promise<Visitor | undefined> {
  const response = await fetch('/v4/berth/session', { signal: AbortSignal.timeout(timeout) })
  return response.ok ? ((await response.json()) as Visitor) : undefined
}

/** Adds the form that calls an operation to its details. */
export function openTrial(block: HTMLElement, visitor: Visitor | undefined): void {
  const operation = JSON.parse(block.dataset.operation ?? '') as CallableOperation
  if (!operation.isForPages) return
  const place = element('div', { class: 'trial' }, element('h3', {}, 'Try it'))
  block.querySelector('summary')?.after(place)
  if (visitor) place.append(trialForm(operation, visitor))
  else place.append(loginHint())
}

function loginHint(): HTMLElement {
  const next = new URLSearchParams({ next: location.pathname })
  const link = element('a', { href: `/v2/sessions/login?${next}` }, 'Log in')
  return element('p', {}, link, ' to try it on this platform.')
}

function trialForm(operation: CallableOperation, visitor: Visitor): HTMLElement {
  const { method, segments, query, body } = operation
  const form = element('form')
  const field = (name: string, value: string, isRequired: boolean) =>
    element(
      'label',
      {},
      `${name} `,
      element('input', { name, value, autocomplete: 'off', ...(isRequired && { required: '' }) }),
    )
  form.append(
    ...segments.map((name) => field(name, name === 'ownerId' ? visitor.userId : '', true)),
    ...query.map((name) => field(name, '', false)),
  )
  const content = element('textarea', { name: ' body', rows: '8', spellcheck: 'false' }, body ?? '')
  if (body !== undefined) form.append(element('label', {}, 'Body ', content))
  const send = element('button', { type: 'submit' }, `Send ${method}`)
  const stop = element('button', { type: 'button', class: 'quiet', hidden: '' }, 'Stop')
  const answer = element('div', { class: 'answer', role: 'status' })
  form.append(element('p', {}, send, ' ', stop))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const values = new FormData(form)
    const path = pathOf(operation, (name) => String(values.get(name) ?? ''))
    const question = `${method} ${path}\n\nThis calls ${location.host} as you, and may change or delete something. Send it?`
    if (method !== 'GET' && !confirm(question)) return
    const leaving = new AbortController()
    stop.removeAttribute('hidden')
    stop.onclick = () => leaving.abort()
    const call = { method, path, visitor, signal: leaving.signal }
    void perform({ ...call, ...(body !== undefined && { body: content.value }) }, answer).finally(
      () => stop.setAttribute('hidden', ''),
    )
  })
  return element('div', {}, form, answer)
}

interface TrialCall {
  method: string
  path: string
  visitor: Visitor
  body?: string
  signal: AbortSignal
}

/** Calls the platform and shows what it answers, a stream as it comes. */
async function perform(call: TrialCall, answer: HTMLElement): Promise<void> {
  const { method, path, visitor, body, signal } = call
  const begin = performance.now()
  answer.replaceChildren('Waiting for the answer.')
  try {
    const response = await fetch(path, {
      method,
      signal,
      headers: {
        'x-berth-csrf': visitor.csrfToken,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    const line = `${response.status} ${response.statusText} after ${Math.round(performance.now() - begin)} ms`
    const code = element('code')
    answer.replaceChildren(
      element('p', {}, element('strong', {}, line)),
      element('pre', { tabindex: '0' }, code),
    )
    const text = await readText(response, (part) => code.append(part))
    code.textContent = formatted(text) || 'There is no body.'
  } catch (error) {
    const reason = signal.aborted ? 'Stopped.' : `The platform did not answer: ${error}`
    answer.append(element('p', {}, reason))
  }
}

async function readText(response: Response, onPart: (text: string) => void): Promise<string> {
  let text = ''
  const stream = response.body?.pipeThrough(new TextDecoderStream())
  if (!stream) return text
  for await (const part of stream) {
    text += part
    onPart(part)
    if (text.length > maxShown) return `${text.slice(0, maxShown)}\n… and more, which is not shown.`
  }
  return text
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
