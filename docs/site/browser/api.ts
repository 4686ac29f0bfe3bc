import './site.ts'
import { readJson, topUrl } from './place.ts'
import { openTrial, readVisitor, type Visitor } from './try-it.ts'

/** What a platform says that serves these pages; elsewhere the file says nothing. */
interface PlatformFile {
  api?: string
  bridge?: string
}

const examples = { api: 'https://api.example.com', bridge: 'https://bridge.example.com' }

const platform = await readJson<PlatformFile>(new URL('platform.json', topUrl))
if (platform?.api) {
  nameAddresses({ ...examples, ...platform })
  let visitor: Promise<Visitor | undefined> | undefined
  for (const block of document.querySelectorAll<HTMLDetailsElement>('details.try')) {
    const open = async () => {
      visitor ??= readVisitor()
      openTrial(block, await visitor)
    }
    if (block.open) void open()
    block.addEventListener('toggle', () => void (block.open && open()), { once: true })
  }
}

/** Examples call this platform. */
function nameAddresses({ api, bridge }: { api: string; bridge: string }): void {
  for (const code of document.querySelectorAll('article code')) {
    // By their texts, because the elements around these have the colours.
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const node = texts.currentNode as Text
      const named = node.data.replaceAll(examples.api, api).replaceAll(examples.bridge, bridge)
      if (named !== node.data) node.data = named
    }
  }
}
