import { bottom } from './theme.ts'

/** A piece of a list that is never split over two pages. */
export interface Block {
  height: number
  /** Whether it may not be the last on its page: a heading, or the row before a total. */
  isKeptWithNext: boolean
  /** Name of the group that it continues, to be repeated on a new page. */
  continues?: string
  /** `isFirst` on its page, right below the head of the list, whose rule it does not repeat. */
  draw(y: number, isFirst: boolean): void
}

export interface FlowPages {
  /** Begins a page with the head of the list, and the group's name if one is continued; returns where its content begins. */
  startPage(continues: string | undefined): number
}

/** Draws blocks one below the other over as many pages as they need; returns where the last ends. */
export function flowBlocks(
  blocks: readonly Block[],
  from: number,
  { startPage }: FlowPages,
): number {
  let y = from
  let isFirst = true
  for (const [index, block] of blocks.entries()) {
    if (!isFirst && y + heightUntilBreak(blocks, index) > bottom) {
      y = startPage(block.continues)
      isFirst = true
    }
    block.draw(y, isFirst)
    y += block.height
    isFirst = false
  }
  return y
}

/** Height of a block with all that must follow it on its page. */
function heightUntilBreak(blocks: readonly Block[], from: number): number {
  let height = 0
  for (let at = from; at < blocks.length; at++) {
    const block = blocks[at]
    height += block?.height ?? 0
    if (!block?.isKeptWithNext) break
  }
  return height
}
