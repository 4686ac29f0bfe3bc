/** In pixels. */
export interface PictureSize {
  width: number
  height: number
}
