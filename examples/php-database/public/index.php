<?php

declare(strict_types=1);

require __DIR__ . '/../src/database.php';

header('Content-Type: text/plain; charset=utf-8');

switch (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH)) {
    case '/':
        $database = connect();
        $database->exec("INSERT INTO visits (at) VALUES (CURRENT_TIMESTAMP)");
        $count = $database->query('SELECT count(*) FROM visits')->fetchColumn();
        echo "Visit $count in ", $database->getAttribute(PDO::ATTR_DRIVER_NAME), "\n";
        break;
    case '/settings':
        session_start();
        $_SESSION['visits'] = ($_SESSION['visits'] ?? 0) + 1;
        echo 'uploads ', ini_get('upload_max_filesize'), ', memory ', ini_get('memory_limit'), ', sessions in ', session_module_name(), ': ',
            $_SESSION['visits'], ', https ', $_SERVER['HTTPS'] ?? 'off', "\n";
        break;
    default:
        http_response_code(404);
        echo "Not found\n";
}
