<?php

declare(strict_types=1);

/** Variables of a linked PostgreSQL or MySQL add-on, in builds and in instances; without one a file, which a deployment replaces. */
function connect(): PDO
{
    foreach (['POSTGRESQL' => 'pgsql', 'MYSQL' => 'mysql'] as $name => $driver) {
        $variable = fn (string $part): string => (string) getenv("{$name}_ADDON_$part");
        if ($variable('HOST') === '') {
            continue;
        }
        $address = "$driver:host={$variable('HOST')};port={$variable('PORT')};dbname={$variable('DB')}";
        return new PDO($address, $variable('USER'), $variable('PASSWORD'));
    }
    return new PDO('sqlite:' . __DIR__ . '/../visits.sqlite');
}
