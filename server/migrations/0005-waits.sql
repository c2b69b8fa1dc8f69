-- A wait is over in minutes, and names whoever came without holding on to them: removing a person would lock their waits, and who is
-- being let in holds the wait and waits for the person's account.
alter table wechat_login drop constraint wechat_login_person_id_fkey;
