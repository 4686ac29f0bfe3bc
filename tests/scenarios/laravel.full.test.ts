import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openExample } from '#tests/examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { openPackagist } from '#tests/support/composer/packagist.ts'
import { expectedAnswer } from '#tests/support/expected-answer.ts'
import type { OutsideFolder } from '#tests/support/packages/outside-folder.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { outsideNetwork } from '#tests/support/servers/outside-world.ts'

/** Laravel and Symfony with a PostgreSQL of the platform, from a Composer repository. */
let berth: TestBerth
let packages: OutsideFolder
let shop: PushedApplication
let database: string
const example = await openExample('laravel')

/** The smallest application of Symfony: a controller that asks the database, and a command that migrates it. */
const symfony = {
  'public/index.php': `<?php
require __DIR__ . '/../vendor/autoload.php';
$kernel = new App\\Kernel('prod', false);
$response = $kernel->handle($request = Symfony\\Component\\HttpFoundation\\Request::createFromGlobals())->send();
$kernel->terminate($request, $response);
`,
  'public/.htaccess': 'FallbackResource /index.php\n',
  'bin/console': `<?php
require __DIR__ . '/../vendor/autoload.php';
(new Symfony\\Bundle\\FrameworkBundle\\Console\\Application(new App\\Kernel('prod', false)))->run();
`,
  'src/Kernel.php': `<?php
namespace App;

use Doctrine\\DBAL\\{Connection, DriverManager, Tools\\DsnParser};
use Symfony\\Bundle\\FrameworkBundle\\{FrameworkBundle, Kernel\\MicroKernelTrait};
use Symfony\\Component\\DependencyInjection\\Loader\\Configurator\\ContainerConfigurator;
use Symfony\\Component\\HttpFoundation\\Response;
use Symfony\\Component\\HttpKernel\\Kernel as BaseKernel;
use Symfony\\Component\\Routing\\Loader\\Configurator\\RoutingConfigurator;

class Kernel extends BaseKernel
{
    use MicroKernelTrait;

    public function registerBundles(): iterable
    {
        return [new FrameworkBundle()];
    }

    private function configureContainer(ContainerConfigurator $container): void
    {
        $container->extension('framework', ['secret' => '%env(APP_SECRET)%', 'http_method_override' => false, 'handle_all_throwables' => true, 'php_errors' => ['log' => true]]);
        $container->services()->set(Migrate::class)->tag('console.command');
    }

    private function configureRoutes(RoutingConfigurator $routes): void
    {
        $routes->add('visits', '/')->controller([$this, 'visits']);
    }

    public static function database(): Connection
    {
        $schemes = ['postgresql' => 'pdo_pgsql', 'postgres' => 'pdo_pgsql'];
        return DriverManager::getConnection((new DsnParser($schemes))->parse(getenv('POSTGRESQL_ADDON_URI')));
    }

    public function visits(): Response
    {
        $database = self::database();
        $database->executeStatement('INSERT INTO noted DEFAULT VALUES');
        return new Response('Visit ' . $database->fetchOne('SELECT count(*) FROM noted') . ' on Symfony ' . self::MAJOR_VERSION);
    }
}
`,
  'src/Migrate.php': `<?php
namespace App;

use Symfony\\Component\\Console\\Attribute\\AsCommand;
use Symfony\\Component\\Console\\Command\\Command;
use Symfony\\Component\\Console\\Input\\InputInterface;
use Symfony\\Component\\Console\\Output\\OutputInterface;

#[AsCommand('app:migrate')]
class Migrate extends Command
{
    protected function execute(InputInterface $input, OutputInterface $output): int
    {
        Kernel::database()->executeStatement('CREATE TABLE IF NOT EXISTS noted (at timestamp DEFAULT now())');
        $output->writeln('The tables are there.');
        return 0;
    }
}
`,
}

before(
  async () => {
    await provideTools({ name: 'php', version: '8.4' })
    packages = await openPackagist()
    berth = await TestBerth.lease({ BERTH_EGRESS_ALLOWED: outsideNetwork })
    shop = await PushedApplication.ofExample(berth, example)
    const { client, admin } = berth
    const order = { name: 'shop-db', providerId: 'postgresql-addon', region: 'par' }
    database = (await client.addons.order(admin.organisationId, order)).id
  },
  { timeout: 900_000 },
)
after(async () => {
  await berth?.[Symbol.asyncDispose]()
  await packages?.[Symbol.asyncDispose]()
})

/** The `composer.json` with the repository of this test in the place of packagist.org. */
const fromServer = (manifest: object) =>
  JSON.stringify({
    ...manifest,
    repositories: [{ type: 'composer', url: packages.address }, { 'packagist.org': false }],
    config: { 'secure-http': false },
  })

const archives = async () => (await packages.asked()).filter((path) => path.endsWith('.tar'))

test('Laravel: a database that is not linked is in the log with what to do', async () => {
  const manifest = JSON.parse(await readFile(join(example.folder, 'composer.json'), 'utf8'))
  assert.equal((await shop.deploy({ 'composer.json': fromServer(manifest) })).state, 'FAIL')
  await shop.logged(/^The build does not reach the database/, 15_000)
})

test('Laravel: migrates a linked PostgreSQL in the build and answers from its cached routes', async () => {
  const before = await archives()
  assert.ok(before.length > 40)
  const { client } = berth
  await client.addons.link(shop.record, database)
  const value = `base64:${Buffer.alloc(32, 'key').toString('base64')}`
  await client.environment.set(shop.record, { name: 'APP_KEY', value })
  const { state } = await shop.deploy({})
  assert.equal(state, 'OK', (await shop.log()).join('\n'))
  assert.deepEqual(await archives(), before)
  const { visits = [] } = (await expectedAnswer(example)) ?? {}
  for (const { path, status, body } of visits) {
    const seen = await shop.visit(path)
    assert.equal(seen.status, status)
    assert.match(seen.body.trim(), new RegExp(body))
  }
})

test('Symfony: a command of its console migrates a linked PostgreSQL, and a controller reads it', async () => {
  const { client, admin } = berth
  const web = await PushedApplication.create(berth, 'web', undefined, admin.organisationId, 'php')
  const environment = { APP_SECRET: 'a secret', CC_POST_BUILD_HOOK: 'php bin/console app:migrate' }
  for (const [name, value] of Object.entries(environment))
    await client.environment.set(web.record, { name, value })
  await client.addons.link(web.record, database)
  const manifest = {
    require: {
      'doctrine/dbal': '^4.2',
      'symfony/console': '6.4.*',
      'symfony/framework-bundle': '6.4.*',
    },
    autoload: { 'psr-4': { 'App\\': 'src/' } },
  }
  const { state } = await web.deploy({ ...symfony, 'composer.json': fromServer(manifest) })
  assert.equal(state, 'OK', (await web.log()).join('\n'))
  const seen = await web.visit()
  assert.match(seen.body, /^Visit \d+ on Symfony 6$/)
  assert.equal((await web.visit('/nothing')).status, 404)
})
