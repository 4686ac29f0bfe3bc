<?php

namespace Example\Greeting;

final class Greeting
{
    public function __construct(private string $name)
    {
    }

    public function __toString(): string
    {
        return "Hello from {$this->name} on PHP " . PHP_VERSION . "\n";
    }
}
