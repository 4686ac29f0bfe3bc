/** Folders of a repository with files for the platform, a private key among them. */
export const platformFolders = ['clevercloud', 'berth']

/** A file there that names the image of an application of type docker: `{ "image": "registry.example/name:tag" }`. */
export const imageFile = 'image.json'
