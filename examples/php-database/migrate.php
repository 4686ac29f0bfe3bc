<?php

declare(strict_types=1);

require __DIR__ . '/src/database.php';

connect()->exec('CREATE TABLE IF NOT EXISTS visits (at TIMESTAMP NOT NULL)');
echo "The tables are there.\n";
