export default { preview: { allowedHosts: true } }
