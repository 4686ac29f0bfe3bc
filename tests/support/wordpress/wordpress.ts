import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'
import { keptFolder } from '#tests/support/packages/kept-folder.ts'
import { unpackDebianPackages } from '#toolchains/debian/debian-packages.ts'

const suite = 'trixie'

const names = [
  ...['libjs-cropper', 'libjs-lodash', 'libjs-underscore', 'node-lodash', 'php-getid3'],
  ...['wordpress', 'wordpress-theme-twentytwentyfive'],
]

/** The files of WordPress as its authors have them in one folder, made from packages of Debian: without a `wp-config.php`. */
export const wordpressFiles = (): Promise<string> =>
  keptFolder('wordpress', [suite, ...names].join(), async (temporary, signal) => {
    const root = join(temporary, 'root')
    await unpackDebianPackages({ suite, names, temporary: join(temporary, 'apt'), root, signal })
    const packaged = join(root, 'usr/share/wordpress')
    await rm(join(packaged, 'wp-config.php'))
    // Links to other packages become their files; those to settings of the machine go.
    await runOrThrow(['find', packaged, '-xtype', 'l', '-delete'], { signal })
    await rm(join(packaged, 'wp-includes/certificates/ca-bundle.crt'), { force: true })
    await runOrThrow(['cp', '--recursive', '--dereference', packaged, join(temporary, 'made')], {
      signal,
    })
    const theirs = join(root, 'var/lib/wordpress/wp-content')
    for (const name of await readdir(theirs)) {
      await runOrThrow(
        [
          'cp',
          '--recursive',
          '--no-clobber',
          join(theirs, name),
          join(temporary, 'made/wp-content'),
        ],
        { signal },
      )
    }
  })
