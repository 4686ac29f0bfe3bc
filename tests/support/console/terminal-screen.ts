import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { until } from '#kit/concurrency/timeout.ts'

const timeout = 60_000

/** The screen of a terminal in a page. */
export class TerminalScreen {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The lines that are drawn. */
  rows() {
    return this.page.locator('.xterm-rows')
  }

  text(): Promise<string> {
    return this.rows().innerText()
  }

  async shows(pattern: RegExp): Promise<void> {
    const what = `${pattern} on the screen`
    const isShown = async () => pattern.test(await this.text())
    await until(isShown, { timeout, every: 100, what }).catch(async (error: Error) =>
      assert.fail(`${error.message}:\n${await this.text()}`),
    )
  }

  async type(line: string): Promise<void> {
    await this.page.keyboard.type(line)
    await this.page.keyboard.press('Enter')
  }

  /** Waits for the connection, and has the keyboard. */
  async connected(): Promise<void> {
    await this.page.getByText('Connected', { exact: true }).waitFor()
    await this.page.locator('.xterm').click()
  }
}
