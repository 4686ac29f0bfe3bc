import type { Page } from 'playwright-core'
import { everyAddress } from '#tests/support/console/every-address.ts'

/** A picture: an address, and what is done there before it is taken. */
export interface Scene {
  name: string
  address: string
  act?(page: Page): Promise<void>
}

/** Every page of the console, and what opens above some of them. */
export function scenes(parameters: Record<string, string>): Scene[] {
  const pages = everyAddress(parameters).map(({ name, address }) => ({
    name,
    address: name.startsWith('create') ? `${address}?for=${parameters.ownerId}` : address,
  }))
  const addressOf = (name: string) => pages.find((page) => page.name === name)?.address ?? '/'
  return [
    ...pages.filter(({ name }) => !['start', 'account'].includes(name)),
    {
      name: 'shell-palette',
      address: addressOf('application'),
      async act(page) {
        await page.keyboard.press('Control+k')
        await page.getByRole('searchbox').fill('sto')
      },
    },
    {
      name: 'shell-switcher',
      address: addressOf('organisation'),
      async act(page) {
        await page.getByRole('button', { name: /Switch organisation/ }).click()
      },
    },
    {
      name: 'application-variables-staged',
      address: addressOf('application-variables'),
      async act(page) {
        await page.getByRole('button', { name: 'Show and edit CURRENCY' }).click()
        await page.getByLabel('Value of CURRENCY').fill('CHF')
        await page.getByRole('button', { name: 'Review' }).waitFor()
      },
    },
    {
      name: 'application-variables-expert',
      address: `${addressOf('application-variables')}?editor=env`,
    },
    {
      name: 'application-deployment-live',
      address: `${addressOf('application-deployments')}/4`,
    },
  ]
}
