import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deployExamples } from '#tests/support/applications/deploy-examples.ts'
import { PushedApplication } from '#tests/support/applications/pushed-application.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { provideTools } from '#tests/support/provide-tools.ts'
import { type ToolCatalogue, toolVersions } from '#toolchains/catalogue/catalogue.ts'
import { fetchedPart } from '#toolchains/catalogue/merge-catalogues.ts'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'

/** One application, built in each way from folders of one repository, on a platform that knows only the release of Go that tests have. */
let berth: TestBerth
let shop: PushedApplication

const known = '1.26'
/** One that the platform does not know; its go line asks for it. */
const newer = toolVersions(shippedCatalogue, 'go', process.arch).at(-1) ?? ''

/** A new machine downloads 230 MB. */
before(
  async () => {
    await provideTools({ name: 'go', version: known }, { name: 'gcc', version: '14' })
    berth = await TestBerth.start({}, async (data) => {
      await mkdir(data, { recursive: true })
      await writeFile(join(data, 'tool-catalogue.json'), JSON.stringify(smallCatalogue()))
    })
    shop = await PushedApplication.create(berth, 'shop', undefined, undefined, 'go')
  },
  { timeout: 900_000 },
)
after(() => berth?.[Symbol.asyncDispose]())

/** As after a refresh that found no newer line of Go. */
function smallCatalogue(): ToolCatalogue {
  const { date, tools } = fetchedPart(shippedCatalogue)
  const { go } = tools
  if (!go) throw new Error('the catalogue has no Go')
  const ofLine = (arch: string) =>
    toolVersions(shippedCatalogue, 'go', arch).filter((each) => each.startsWith(`${known}.`))
  const versions = { x64: ofLine('x64'), arm64: ofLine('arm64') }
  const tomorrow = new Date(Date.parse(date) + 86_400_000).toISOString()
  return { date: tomorrow, tools: { ...tools, go: { ...go, versions } } }
}

const server = (imports: string, greeting: string) => `package main

import (
	"fmt"
	"net/http"
	"os"
${imports}
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, ${greeting}) })
	http.ListenAndServe(":"+os.Getenv("PORT"), nil)
}
`

/** Without net/http, which a release that Go fetches itself would have to compile first. */
const smallServer = `package main

import (
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"

	"example.org/greeting"
)

func main() {
	door, err := net.Listen("tcp", ":"+os.Getenv("PORT"))
	if err != nil {
		panic(err)
	}
	text := greeting.Words() + " from " + runtime.Version()
	facts, _ := debug.ReadBuildInfo()
	for _, fact := range facts.Settings {
		if fact.Key == "-race" {
			text += " with " + fact.Key
		}
	}
	for {
		visitor, err := door.Accept()
		if err != nil {
			panic(err)
		}
		go func() {
			defer visitor.Close()
			visitor.Read(make([]byte, 4096))
			fmt.Fprintf(visitor, "HTTP/1.1 200 OK\\r\\nConnection: close\\r\\nContent-Length: %d\\r\\n\\r\\n%s", len(text), text)
		}()
	}
}
`

/** A package with a function in C. */
const greeting = `package greeting

// #include <stdlib.h>
// #include <string.h>
// static char *words(void) { return strdup("Hello"); }
import "C"
import "unsafe"

func Words() string {
	words := C.words()
	defer C.free(unsafe.Pointer(words))
	return C.GoString(words)
}
`

const makefile = `all: bin/server

bin/server: main.go
	go build -o $@ main.go
`

const files = {
  'old/main.go': server('\t"example.org/greeting"', 'greeting.Words() + " from vendor"'),
  'old/vendor/example.org/greeting/greeting.go': greeting,
  'made/main.go': server('', '"Hello from make"'),
  'made/Makefile': makefile,
  'fetched/main.go': server('\t"rsc.io/sampler"', 'sampler.Hello()'),
  'newer/main.go': smallServer,
  'newer/go.mod': `module example.org/newer\n\ngo ${newer}\n\nrequire example.org/greeting v1.0.0\n`,
  'newer/vendor/modules.txt': '# example.org/greeting v1.0.0\n## explicit\nexample.org/greeting\n',
  'newer/vendor/example.org/greeting/greeting.go': greeting,
}

async function answerOf(folder: string, variables: Record<string, string> = {}) {
  await berth.client.environment.replace(shop.record, { APP_FOLDER: folder, ...variables })
  const { state } = await shop.deploy({ ...files, 'version.txt': folder })
  const log = (await shop.log()).join('\n')
  assert.equal(state, 'OK', log)
  return { answer: (await shop.visit()).body, log }
}

test('Go: without go.mod a program is built with its vendor folder and C, as before there were modules', async () => {
  assert.equal((await answerOf('old')).answer, 'Hello from vendor')
})

test('Go: a Makefile makes the program that CC_GO_BINARY names', async () => {
  const { answer } = await answerOf('made', { CC_GO_BINARY: 'bin/server' })
  assert.equal(answer, 'Hello from make')
})

test('Go: goget makes a module, and fetches the newest of what is imported', async () => {
  const variables = { CC_GO_BUILD_TOOL: 'goget', CC_GO_PKG: 'example.org/fetched' }
  const { answer, log } = await answerOf('fetched', variables)
  assert.match(answer, /\S/)
  assert.match(log, /go: downloading rsc\.io\/sampler v1\./)
  assert.match(log, /CC_GO_BUILD_TOOL=goget is deprecated/)
})

test('Go: a go line newer than the platform knows is fetched by Go itself; CC_TROUBLESHOOT looks for races', async () => {
  const { answer, log } = await answerOf('newer', { CC_TROUBLESHOOT: 'true' })
  assert.equal(answer, `Hello from go${newer} with -race`)
  assert.match(log, /asks for more, which Go fetches itself/)
  assert.match(log, new RegExp(`go: downloading go${newer}`))
  assert.match(log, /^\s*WORK=/m)
})

/** The smallest application. */
await deployExamples('go')
