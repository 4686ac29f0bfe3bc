<?php

use Illuminate\Support\Facades\Crypt;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Route;

Route::get('/', function () {
    DB::table('visits')->insert(['noted' => Crypt::encryptString('a secret of this visitor')]);
    $count = DB::table('visits')->count();

    return response("Visit $count in " . DB::connection()->getDriverName() . "\n", 200, ['content-type' => 'text/plain']);
});
