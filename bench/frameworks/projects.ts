/** A new project of a framework. */
export interface FrameworkProject {
  name: string
  /** Arguments of npx that make it in the folder `app`; without them, `files` are all that it has. */
  create?: string[]
  /** Written over what was made. */
  files?: Record<string, string>
  /** Variables of the application. */
  variables?: Record<string, string>
  /** The file that each commit changes. */
  page: string
  /** Its content, so that the answer of `path` contains the text. */
  contentOf(text: string): string
  /** `/` unless told. */
  path?: string
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

/** Apart, so that nobody takes what a project exports for an export of this file. */
const exported = 'export'

/** As their tools create them; Astro's and Nuxt's fetch templates from elsewhere, so those are written after them. */
export const frameworks: readonly FrameworkProject[] = [
  {
    name: 'Next',
    create: ['create-next-app@16', 'app', '--yes', '--empty', '--use-npm', '--skip-install'],
    page: 'app/page.tsx',
    contentOf: (text) => `export default function Home() {\n  return <p>${text}</p>\n}\n`,
  },
  {
    name: 'Astro',
    files: {
      'package.json': json({
        name: 'app',
        type: 'module',
        version: '0.0.1',
        scripts: { dev: 'astro dev', build: 'astro build', preview: 'astro preview' },
        dependencies: { astro: '^5.0.0' },
      }),
      'astro.config.mjs':
        "import { defineConfig } from 'astro/config'\n\nexport default defineConfig({})\n",
      'tsconfig.json': json({ extends: 'astro/tsconfigs/strict', exclude: ['dist'] }),
      '.gitignore': 'node_modules/\ndist/\n.astro/\n',
    },
    page: 'src/pages/index.astro',
    contentOf: (text) => `<html lang="en"><body><h1>${text}</h1></body></html>\n`,
  },
  {
    name: 'SvelteKit',
    create: ['sv', 'create', 'app', '--template', 'minimal', '--types', 'ts'].concat(
      ...['--no-add-ons', '--no-install'],
    ),
    page: 'src/routes/+page.svelte',
    contentOf: (text) => `<h1>${text}</h1>\n`,
  },
  {
    name: 'Nest',
    create: ['@nestjs/cli@11', 'new', 'app', '--skip-git', '--skip-install', '-p', 'npm'],
    variables: { CC_RUN_COMMAND: 'npm run start:prod' },
    page: 'src/app.service.ts',
    contentOf: (text) => `import { Injectable } from '@nestjs/common';

@Injectable()
${exported} class AppService {
  getHello(): string {
    return '${text}';
  }
}
`,
  },
  {
    name: 'Nuxt',
    files: {
      'package.json': json({
        name: 'app',
        private: true,
        type: 'module',
        scripts: {
          build: 'nuxt build',
          dev: 'nuxt dev',
          generate: 'nuxt generate',
          preview: 'nuxt preview',
          postinstall: 'nuxt prepare',
        },
        dependencies: { nuxt: '^4.0.0', vue: '^3.5.0', 'vue-router': '^4.5.0' },
      }),
      'nuxt.config.ts': "export default defineNuxtConfig({ compatibilityDate: '2025-07-15' })\n",
      'tsconfig.json': json({
        files: [],
        references: [
          { path: './.nuxt/tsconfig.app.json' },
          { path: './.nuxt/tsconfig.server.json' },
        ],
      }),
      '.gitignore': 'node_modules/\n.output/\n.nuxt/\n.nitro/\n.cache/\ndist/\n',
    },
    page: 'app/app.vue',
    contentOf: (text) => `<template>\n  <h1>${text}</h1>\n</template>\n`,
  },
  {
    name: 'Strapi',
    create: [
      'create-strapi-app@5.54.0',
      'app',
      '--non-interactive',
      '--no-run',
      '--skip-cloud',
    ].concat(
      ...['--no-install', '--no-git-init', '--use-npm', '--no-example', '--typescript'],
      ...['--dbclient', 'sqlite', '--dbfile', '.tmp/data.db'],
    ),
    variables: {
      HOST: '0.0.0.0',
      APP_KEYS: 'one,two',
      API_TOKEN_SALT: 'salt',
      ADMIN_JWT_SECRET: 'secret',
      TRANSFER_TOKEN_SALT: 'salt',
      JWT_SECRET: 'secret',
      ENCRYPTION_KEY: 'key',
      CC_HEALTH_CHECK_PATH: '/api/version',
    },
    page: 'src/api/version/routes/version.ts',
    contentOf: (text) => `export default {
  routes: [
    {
      method: 'GET',
      path: '/version',
      handler: (context) => { context.body = '${text}' },
      config: { auth: false },
    },
  ],
}
`,
    path: '/api/version',
  },
]
