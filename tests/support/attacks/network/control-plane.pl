# The platform, at all addresses of its machine.
verdict('unreached', reached(@{ $given{platform} }))
