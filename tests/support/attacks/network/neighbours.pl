# Instances and databases of others.
verdict('unreached', reached(@{ $given{neighbours} }))
