<?php

return ['driver' => 'array'];
