import 'reflect-metadata'
import { Controller, Get, Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

@Controller()
class Greetings {
  @Get()
  greet(): string {
    return 'served by Nest\n'
  }
}

@Module({ controllers: [Greetings] })
class Application {}

async function start(): Promise<void> {
  const application = await NestFactory.create(Application)
  application.enableShutdownHooks()
  await application.listen(process.env.PORT ?? 8080, '0.0.0.0')
}

void start()
