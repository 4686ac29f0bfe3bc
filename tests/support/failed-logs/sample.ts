/** What a program printed when it failed, and what people should read of it. */
export interface Sample {
  name: string
  log: string
  /** Tool, place as `file:line:column`, and sentence. */
  found: [tool: string, place: string, sentence: string | RegExp]
  advice?: RegExp
}
