import { html } from '#api/http/response.ts'
import { problem } from './field.ts'
import { page } from './page.ts'

const titles: Readonly<Record<number, string>> = {
  401: 'Log in first',
  403: 'Not allowed',
  404: 'Page not found',
  405: 'Page not found',
  429: 'Too many requests',
  500: 'Something went wrong',
}

const toStart = '<nav aria-label="Ways on"><ul><li><a href="/">Start page</a></li></ul></nav>'

/** An API error as a page for browsers. */
export const errorPage = (sentence: string, status: number): Response =>
  html(page(titles[status] ?? 'This did not work', problem(sentence) + toStart), status)
