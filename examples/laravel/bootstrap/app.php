<?php

use Illuminate\Contracts\Console\Kernel as Commands;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as Requests;
use Illuminate\Foundation\Application;

$app = new Application(dirname(__DIR__));
$app->singleton(Requests::class, Illuminate\Foundation\Http\Kernel::class);
$app->singleton(Commands::class, Illuminate\Foundation\Console\Kernel::class);
$app->singleton(ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);

return $app;
