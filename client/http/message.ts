/** What the API says when there is nothing else to answer. */
export interface Message {
  id: number
  message: string
  type: 'error' | 'warning' | 'success' | 'info'
}
