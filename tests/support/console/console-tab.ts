import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Browser } from '#tests/support/browser/browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Pages are loaded, built and drawn by a machine that may do much else. */
const timeout = 180_000

interface Platform {
  addresses: { api: string }
}

interface Person {
  email: string
  password: string
}

/** Rules of axe that depend on colours. */
export const contrastRules: readonly string[] = ['color-contrast', 'link-in-text-block']

interface AuditOptions {
  /** Selector of an element. */
  within?: string | undefined
  rules?: readonly string[] | undefined
}

interface Finding {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** A window of the console in which somebody is logged in. Console errors and calls to other origins fail the next audit. */
export class ConsoleTab implements AsyncDisposable {
  readonly page: Page
  readonly #context: BrowserContext
  readonly #origin: string
  readonly #complaints: string[] = []
  /** Last words of the paths of what was deleted. */
  readonly #deleted: string[] = []

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.#context = context
    this.page = page
    this.#origin = origin
    page.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return
      const { url } = message.location()
      // What was deleted may be asked for once more by the page that showed it.
      const isGone = this.#deleted.some((name) => url.includes(name))
      if (!isGone) this.#complaints.push(`${message.text()} ${url}`)
    })
    page.on('pageerror', (error) => this.#complaints.push(error.message))
    page.on('request', (request) => {
      const { protocol, origin: asked, pathname } = new URL(request.url())
      if (request.method() === 'DELETE')
        this.#deleted.push(pathname.slice(pathname.lastIndexOf('/')))
      if (protocol !== 'data:' && protocol !== 'blob:' && asked !== this.#origin)
        this.#complaints.push(`it asks ${request.url()}`)
    })
  }

  /** Logs in through the page of the server and opens an address of the console, as on a phone if it has touch. */
  static async open(
    browser: Browser,
    berth: Platform,
    person: Person,
    address = '/',
    options: BrowserContextOptions = {},
  ) {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(timeout)
    const tab = new ConsoleTab(context, await context.newPage(), berth.addresses.api)
    await tab.logIn(person)
    await tab.goTo(address)
    return tab
  }

  async logIn({ email, password }: Person): Promise<void> {
    const { page } = this
    await page.goto(new URL('/v2/sessions/login', this.#origin).href)
    await page.getByLabel('E-mail address', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await Promise.all([
      page.waitForURL((url) => !url.pathname.startsWith('/v2/sessions')),
      page.getByRole('button', { name: 'Log in', exact: true }).click(),
    ])
  }

  /** Opens an address and waits for its heading. */
  async goTo(address: string): Promise<void> {
    await this.page.goto(new URL(address, this.#origin).href)
    await this.page.locator('main h1').first().waitFor()
  }

  /** Leads the open page to an address, as one of its links would: much cheaper than loading it anew. */
  async moveTo(address: string): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)
  }

  /** Follows a link of the page by its name, and waits for the page that it leads to. */
  async follow(name: string, within: Page | Locator = this.page): Promise<void> {
    const link = within.getByRole('link', { name, exact: true }).first()
    const target = new URL((await link.getAttribute('href')) ?? '', this.#origin).pathname
    await link.click()
    await this.page.waitForURL((url) => url.pathname === target)
  }

  /** Another page of the same browser, which shares the login. */
  async openBeside(address: string): Promise<Page> {
    const page = await this.#context.newPage()
    await page.goto(new URL(address, this.#origin).href)
    return page
  }

  heading(): Promise<string> {
    return this.page.locator('main h1').innerText()
  }

  /** Waits until a text is somewhere in the content. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.locator('main').getByText(text).first().waitFor()
  }

  /** Complaints so far that a test expects, such as a refused call. */
  forget(pattern: RegExp): void {
    const kept = this.#complaints.filter((complaint) => !pattern.test(complaint))
    this.#complaints.splice(0, this.#complaints.length, ...kept)
  }

  /** Moves to another page and waits until it has loaded what it shows. */
  async turnTo(address: string): Promise<void> {
    await this.page.evaluate('document.activeElement?.blur()')
    await this.moveTo(address)
    // The console gives the focus to the heading once another page is drawn.
    await this.page.locator('main h1:focus, main:focus').waitFor({ state: 'attached' })
    await this.page.locator('main h1').first().waitFor()
    await this.page.locator('main .skeleton').first().waitFor({ state: 'detached' })
  }

  /**
   * Checks the page in light mode on a phone and in dark mode on a desktop: nothing serious by axe, nothing wider than the
   * window, no complaint of the browser. Draws it if `BERTH_PICTURES` names a folder.
   */
  async audit(name: string): Promise<void> {
    const looks = [
      ['light', 360],
      ['dark', 1280],
    ] as const
    for (const [colorScheme, width] of looks) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await this.page.setViewportSize({ width, height: 900 })
      const where = `${name}, ${colorScheme}, ${width} pixels wide`
      // Only contrast depends on the mode.
      const rules = colorScheme === 'dark' ? contrastRules : undefined
      assert.deepEqual(await this.seriousFindings({ rules }), [], where)
      const excess = await this.page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      assert.ok(excess <= 0, `${where}: ${excess} pixels do not fit`)
    }
    assert.deepEqual(this.#complaints, [], name)
    await this.draw(name)
  }

  /** What axe finds serious, within an element and by some rules if they are named. */
  async seriousFindings({ within, rules }: AuditOptions = {}): Promise<string[]> {
    if (!(await this.page.evaluate<boolean>('Boolean(window.axe)'))) await this.page.evaluate(axe)
    const findings = await this.page.evaluate<Finding[]>(
      `axe.run(${JSON.stringify(within) ?? 'document'}, ${JSON.stringify({
        resultTypes: ['violations'],
        elementRef: false,
        ...(rules && { runOnly: rules }),
      })}).then(({ violations }) => violations)`,
    )
    return findings
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
  }

  /** Screenshots at three widths in light and dark, for people who look at them. */
  async draw(name: string): Promise<void> {
    const folder = process.env.BERTH_PICTURES
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of [360, 1280, 2560]) {
        await this.page.setViewportSize({ width, height: width > 2000 ? 1440 : 800 })
        await this.page.screenshot({ path: join(folder, `${name}-${colorScheme}-${width}.png`) })
      }
    }
  }

  async [Symbol.asyncDispose]() {
    await this.#context.close()
  }
}
