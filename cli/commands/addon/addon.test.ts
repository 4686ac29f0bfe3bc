import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newId } from '#kit/text/ids.ts'
import type { Application } from '#platform/model/hosting/application.ts'
import { addOffer } from '#stores/marketplace.contract.ts'
import { openTypedApi, type TypedApi } from '#tests/support/platform/typed-api.ts'
import { type OddProvider, openOddProvider } from '#tests/support/providers/odd-provider.ts'

interface ProviderState extends TypedApi {
  service: OddProvider
  web: Application
  api: Application
}

/** A fake provider with two plans, and a folder linked to one of two applications. */
async function openShop(): Promise<ProviderState> {
  const [setup, service] = [await openTypedApi(), await openOddProvider()]
  const { platform, account } = setup
  const urls = { base_url: service.url, sso_url: service.url.replace('resources', 'sso') }
  const secrets = { password: 'p'.repeat(40), sso_salt: 's'.repeat(40) }
  const { plan } = await addOffer(platform.store, {
    id: 'pigeon',
    ownerId: account.organisationId,
    manifest: {
      id: 'pigeon',
      api: {
        config_vars: ['PIGEON_URL'],
        ...secrets,
        regions: ['eu'],
        production: urls,
        test: urls,
      },
    },
  })
  const cheap = { ...plan, id: newId('plan'), slug: 'dev', name: 'Dev', price: 0 }
  await platform.store.plans.add(cheap)
  const [web, api] = [await named(setup, 'web'), await named(setup, 'api')]
  await linkFolder(setup.root, web)
  return {
    ...setup,
    service,
    web,
    api,
    async [Symbol.asyncDispose]() {
      await setup[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

async function named(setup: TypedApi, name: string) {
  const application = await setup.application()
  await setup.platform.store.applications.change(application.id, { name })
  return { ...application, name }
}

async function linkFolder(folder: string, { id, ownerId, name }: Application) {
  await mkdir(folder, { recursive: true })
  const link = { app_id: id, org_id: ownerId, name, alias: name, deploy_url: 'x', git_ssh_url: 'x' }
  await writeFile(join(folder, '.berth.json'), JSON.stringify({ apps: [link] }))
}

const formDriver = (shop: ProviderState) => async (words: string) => {
  const { code, out, err } = await shop.type(words)
  assert.equal(code, 0, `berth ${words}: ${out}${err}`)
  return out
}

test('berth addon: an add-on is ordered at the cheapest plan, shown, renamed and deleted', async () => {
  await using shop = await openShop()
  const type = formDriver(shop)
  assert.match(await type('addon providers'), /^pigeon +Pigeons +dev, s/)
  assert.match(await type('addon providers show pigeon'), /dev +Dev +free +Type: Shared/)
  const ordered = await type('addon create pigeon loft --option size=3 --region par')
  assert.match(ordered, /^loft is ready \(addon_[0-9a-f-]{36}\), plan dev\.\nPigeons says: welcome/)
  assert.deepEqual(shop.service.visits[0]?.body.options, { size: '3' })
  assert.match(await type('addon'), /loft +pigeon +dev +par +ready +addon_/)
  assert.match(await type('addon env loft'), /^PIGEON_URL="pigeon:/)
  await type('addon rename loft nest')
  assert.match(await type('addon show nest'), /Plan +Dev \(dev\), free\n/)
  assert.match(await type('addon plan nest s'), /^nest is now on plan s\.\nPigeons says: done\n/)
  assert.match(await type('addon open nest --print'), /\/addons\/open\?addon_id=addon_/)
  const asked = await shop.type('addon delete nest')
  assert.deepEqual([asked.code, asked.err.includes('--yes')], [1, true])
  assert.equal(await type('addon delete nest --yes'), 'The add-on nest was deleted.\n')
  assert.equal(shop.service.resources.size, 0)
  assert.deepEqual(JSON.parse(await type('addon --format json')), [])
})

test('berth addon create: a refusal by the provider is shown, and no add-on is stored', async () => {
  await using shop = await openShop()
  shop.service.behave(() => ({ status: 503, body: { message: 'no room left' } }))
  const { code, err } = await shop.type('addon create pigeon loft')
  assert.equal(code, 1)
  assert.match(err, /no room left/)
  const wrong = await shop.type('addon create pigeon loft --plan gold')
  assert.match(wrong.err, /no plan "gold"/)
  assert.deepEqual(JSON.parse(await formDriver(shop)('addon -F json')), [])
})

test('berth addon create: an empty answer of the provider is an error after a single call', async () => {
  await using shop = await openShop()
  shop.service.behave(() => ({ status: 204 }))
  const { code, out, err } = await shop.type('addon create pigeon loft')
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /\nIt answered 204 with an empty body.* Nothing was ordered\.\n$/)
  assert.deepEqual(JSON.parse(await formDriver(shop)('addon -F json')), [])
  assert.equal(shop.service.visits.length, 1)
})

test('berth addon create: waits for an add-on that is provisioned asynchronously', async () => {
  await using shop = await openShop()
  const { service, platform } = shop
  service.behave((_, honest) => ({ ...honest(), status: 202 }))
  const ordering = shop.type('addon create pigeon loft')
  const finish = setInterval(async () => {
    const [addon] = await platform.store.addons.listOf(shop.account.organisationId)
    const ready = { state: 'ready', dueAt: null } as const
    if (addon) await platform.store.addons.change(addon.id, ['pending'], ready)
  }, 200)
  const { code, out, err } = await ordering.finally(() => clearInterval(finish))
  assert.equal(code, 0)
  assert.match(err, /^Ordering loft from pigeon\.\n/)
  assert.match(out, /^The provider is still creating it\.\nloft is ready/)
})

test('berth addon: a second add-on with the same variables is neither linked nor ordered without confirmation', async () => {
  await using shop = await openShop()
  const type = formDriver(shop)
  await type('addon create pigeon loft --link web')
  await type('addon create pigeon nest')
  const refusal =
    /^web is linked to loft, which gives variables of the same names:\n {2}PIGEON_URL\nUnlink it first \(`berth service unlink-addon loft`\), or pass --allow-duplicate/
  for (const line of [
    'link nest',
    'service link-addon nest',
    'addon create pigeon egg --link web',
  ]) {
    const { code, err } = await shop.type(line)
    assert.equal(code, 1, line)
    assert.match(err, refusal)
  }
  assert.equal(shop.service.resources.size, 2, 'nothing was ordered')
  await type('link loft')
  await type('link nest --allow-duplicate')
  const { id } = await shop.deploy(shop.web, 'a'.repeat(40))
  assert.ok(id)
  const lines = await shop.lines(shop.web.id)
  assert.ok(
    lines.includes('Not used from the add-on nest: PIGEON_URL. The values of the add-on loft win.'),
    lines.join('\n'),
  )
})

test('berth addon create: a duplicate name is refused with a free one, unless duplicates are allowed', async () => {
  await using shop = await openShop()
  const type = formDriver(shop)
  await type('addon create pigeon loft')
  const { code, err } = await shop.type('addon create pigeon loft')
  assert.equal(code, 1)
  assert.match(
    err,
    /already has an add-on 'loft'\. Use another name, such as 'loft-2', or pass --allow-duplicate\./,
  )
  await type('addon create pigeon nest')
  assert.match((await shop.type('addon rename nest loft')).err, /already has an add-on 'loft'/)
  await type('addon create pigeon loft --allow-duplicate')
  assert.match((await shop.type('addon show loft')).err, /Several add-ons are named 'loft'/)
})

test('berth link: links the application of the folder to add-ons and applications', async () => {
  await using shop = await openShop()
  const type = formDriver(shop)
  await type('addon create pigeon loft')
  assert.match(
    await type('link loft'),
    /^Linked add-on loft to application web\. Run `berth restart`/,
  )
  await type('service link-app api')
  await type('published-config set API_URL http://api --app api')
  assert.match(await type('published-config --app api'), /^API_URL="http:\/\/api"\n$/)
  const variables = JSON.parse(await type('env --format json'))
  assert.equal(variables.addons[0].addon_name, 'loft')
  assert.deepEqual(variables.dependencies[0].env, [{ name: 'API_URL', value: 'http://api' }])
  assert.match(await type('service'), /loft +addon_[^ ]+ +linked\n\nApplications:\n {2}api/)
  assert.match(await type('service --app api'), /Applications linked to api:\n {2}web/)
  assert.match(await type('addon show loft'), /Linked to +web \(app_/)
  const circle = await shop.type('service link-app web --app api')
  assert.match(circle.err, /circular \(api → web → api\)/)
  assert.match(await type('unlink loft'), /^Unlinked add-on loft from application web/)
  await type('service link-addon loft')
  await type('service unlink-addon loft')
  await type('service unlink-app api')
  await type('published-config rm API_URL --app api')
  const left = JSON.parse(await type('service --show-all --format json'))
  assert.deepEqual(
    [...left.addons, ...left.applications].map(({ isLinked }) => isLinked),
    [false, false],
  )
  assert.match((await shop.type('unlink nobody')).err, /No application is linked .* 'nobody'/)
})
