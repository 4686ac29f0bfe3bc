<?php

return [
    'default' => env('DB_CONNECTION', 'pgsql'),
    // The address of a linked PostgreSQL or MySQL add-on says it all; without one there is a database on this machine.
    'connections' => [
        'pgsql' => ['driver' => 'pgsql', 'url' => env('POSTGRESQL_ADDON_URI'), 'host' => '127.0.0.1', 'database' => 'visits'],
        'mysql' => ['driver' => 'mysql', 'url' => env('MYSQL_ADDON_URI'), 'host' => '127.0.0.1', 'database' => 'visits'],
    ],
    'migrations' => 'migrations',
];
