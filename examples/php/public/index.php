<?php

use Example\Greeting\Greeting;

require __DIR__ . '/../vendor/autoload.php';

header('Content-Type: text/plain; charset=utf-8');
echo new Greeting('Apache and PHP-FPM');
