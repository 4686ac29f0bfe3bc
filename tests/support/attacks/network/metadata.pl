# What a cloud tells its machines, such as their credentials.
verdict('unreached', reached(qw(169.254.169.254:80 169.254.170.2:80 100.100.100.200:80 168.63.129.16:80 192.0.0.192:80 fd00:ec2::254:80)))
