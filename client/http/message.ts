/** Answer of endpoints that return no record. */
export interface Message {
  id: number
  message: string
  type: 'error' | 'warning' | 'success' | 'info'
}
